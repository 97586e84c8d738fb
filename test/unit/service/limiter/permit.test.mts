import {
	FULL,
	isWait,
	type Permit,
} from '../../../../nodes/MerchantData/service/limiter/permit.ts';

it('tells a wait from a permit', () => {
	const permit: Permit = {
		order: 0,
		acquiredAt: 0,
		at: 0,
		endedAt: Infinity,
		bytes: 0,
		isSent: false,
		isHeld: true,
		probe: undefined,
		endsHeaderLimit: false,
	};
	expect([isWait(permit), isWait(FULL)]).toEqual([false, true]);
});
