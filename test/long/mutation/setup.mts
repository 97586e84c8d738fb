import fc from 'fast-check';

// A property that fails has noticed the change: the smallest example is not looked for.
fc.configureGlobal({ endOnFailure: true });
