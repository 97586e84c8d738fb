import { InvalidValue } from './invalidValue';

const FIELD = 'Shop';
const LABEL = '[\\p{L}\\p{N}]([\\p{L}\\p{N}-]*[\\p{L}\\p{N}])?';
const DOMAIN = new RegExp(`^${LABEL}(\\.${LABEL})+$`, 'u');
const URL_OF_A_DOMAIN = /^https?:\/\/([^/?#]+)\/?$/i;

/**
 * The plain domain of a shop: "no leading or trailing slashes, no URL wrapping, no special
 * characters" ("Resources", SQL query request). A pasted URL is reduced to its domain when nothing
 * else is in it.
 * @param value what the Shop field holds: a text, or the object of n8n's resource locator
 * @throws InvalidValue
 */
export function shopDomain(value: unknown): string {
	const typed = isLocator(value) ? value.value : value;
	if (typed === undefined || typed === null || typed === '') {
		throw new InvalidValue(
			FIELD,
			'is empty',
			'Give the domain of the shop, such as my-shop.example.com.',
		);
	}
	if (typeof typed !== 'string') {
		throw new InvalidValue(
			FIELD,
			'is not a text',
			'Give the domain of the shop, such as my-shop.example.com.',
		);
	}
	const trimmed = typed.trim();
	const domain = URL_OF_A_DOMAIN.exec(trimmed)?.[1] ?? trimmed.replace(/^\/+|\/+$/g, '');
	if (DOMAIN.test(domain)) return domain;
	throw new InvalidValue(
		FIELD,
		`is not a plain shop domain: "${trimmed.slice(0, 100)}"`,
		'Give the domain alone, such as my-shop.example.com, without "https://", slashes, a path or other characters.',
	);
}

function isLocator(value: unknown): value is { value: unknown } {
	return typeof value === 'object' && value !== null && 'value' in value;
}
