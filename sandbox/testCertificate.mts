/**
 * A self-signed certificate for localhost, 127.0.0.1 and ::1, and for the hosts on the internet that have a
 * stand-in in tests; and its key. A test fixture: both are public with this file, and nothing but a test or a
 * sandbox may use or trust them.
 */
export const TEST_CERTIFICATE = {
	key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg3m3JsUp+4D9yjcF6
M0fr3k4vGmsbalgPRWtrLc2nKuGhRANCAATc2fpy1CrCi+vZm+iPAwhk/hg+5W/U
kpxbTQJ2ntDYPjGUx8X/rGf9txHmSQVkjjGeEnQU/NumJ8c4iIXz7yw6
-----END PRIVATE KEY-----
`,
	cert: `-----BEGIN CERTIFICATE-----
MIICIzCCAcmgAwIBAgIUOIZvWlkPPtfwJwwZ1h5+DbU0QuMwCgYIKoZIzj0EAwIw
JTEjMCEGA1UEAwwadGVzdCBmaXh0dXJlLCBub3QgYSBzZWNyZXQwIBcNMjYxMTI1
MTU1OTE3WhgPMjEyNjExMDExNTU5MTdaMCUxIzAhBgNVBAMMGnRlc3QgZml4dHVy
ZSwgbm90IGEgc2VjcmV0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE3Nn6ctQq
wovr2ZvojwMIZP4YPuVv1JKcW00Cdp7Q2D4xlMfF/6xn/bcR5kkFZI4xnhJ0FPzb
pifHOIiF8+8sOqOB1DCB0TAdBgNVHQ4EFgQUMbqh/oLk/Vt0wdEN1mVm56bhlu8w
HwYDVR0jBBgwFoAUMbqh/oLk/Vt0wdEN1mVm56bhlu8wDwYDVR0TAQH/BAUwAwEB
/zB+BgNVHREEdzB1gglsb2NhbGhvc3SHBH8AAAGHEAAAAAAAAAAAAAAAAAAAAAGC
FXNoZWV0cy5nb29nbGVhcGlzLmNvbYISd3d3Lmdvb2dsZWFwaXMuY29tghVvYXV0
aDIuZ29vZ2xlYXBpcy5jb22CDmFwaS5odWJhcGkuY29tMAoGCCqGSM49BAMCA0gA
MEUCID86JQFsyyA7srVRxuAAsxJjr3yWD6YSn9ez+1J5jJxbAiEAvggZwrPY7CoL
ISRdhxqWZqoiQJhwxvqm5447upjo8oI=
-----END CERTIFICATE-----
`,
};
