/**
 * A self-signed certificate for the hosts that have a stand-in, and its key. A test fixture: both are
 * public with this file, and only an n8n that a test starts trusts them.
 */
export const STAND_IN_CERTIFICATE = {
	key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgm9yUi7MqakCjWRi4
UkDqh5GGqHkpKHj6jEZZyTXar8WhRANCAATe/bJmhfb5UN3LhXzxFqhnwIgB1HJk
1L+S3xkf08W4UdWEhVt3ufawIshChUhGWHVHRgzuk2rfxY5JsbveNn8V
-----END PRIVATE KEY-----
`,
	cert: `-----BEGIN CERTIFICATE-----
MIICEzCCAbigAwIBAgIUSzLuO3ldEzK8tkl3BBqYfMt/txcwCgYIKoZIzj0EAwIw
LjEsMCoGA1UEAwwjc3RhbmQtaW4gdGVzdCBmaXh0dXJlLCBub3QgYSBzZWNyZXQw
IBcNMjYxMTIxMTY0MTU4WhgPMjEyNjEwMjgxNjQxNThaMC4xLDAqBgNVBAMMI3N0
YW5kLWluIHRlc3QgZml4dHVyZSwgbm90IGEgc2VjcmV0MFkwEwYHKoZIzj0CAQYI
KoZIzj0DAQcDQgAE3v2yZoX2+VDdy4V88RaoZ8CIAdRyZNS/kt8ZH9PFuFHVhIVb
d7n2sCLIQoVIRlh1R0YM7pNq38WOSbG73jZ/FaOBsTCBrjAdBgNVHQ4EFgQU7WkT
2YN0hyFP/jD2lv5RilA+6KgwHwYDVR0jBBgwFoAU7WkT2YN0hyFP/jD2lv5RilA+
6KgwWwYDVR0RBFQwUoIVc2hlZXRzLmdvb2dsZWFwaXMuY29tghJ3d3cuZ29vZ2xl
YXBpcy5jb22CFW9hdXRoMi5nb29nbGVhcGlzLmNvbYIOYXBpLmh1YmFwaS5jb20w
DwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNJADBGAiEAzaxiuQxGy3pkS9a1
lyJpGjjFHpejrH6tyolfC8Gs7uQCIQC2Fbjut1cH9Vw9ctywRZw15HCJc3oRuonQ
fk5a6EZ1vA==
-----END CERTIFICATE-----
`,
};
