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
	const given = isLocator(value) ? value.value : value;
	const typed = typeof given === 'string' ? given.trim() : given;
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
	const domain = URL_OF_A_DOMAIN.exec(typed)?.[1] ?? typed.replace(/^\/+|\/+$/g, '');
	if (DOMAIN.test(domain)) return domain;
	throw new InvalidValue(
		FIELD,
		`is not a plain shop domain: "${typed.slice(0, 100)}"`,
		'Give the domain alone, such as my-shop.example.com, without "https://", slashes, a path or other characters.',
	);
}

function isLocator(value: unknown): value is { value: unknown } {
	return typeof value === 'object' && value !== null && 'value' in value;
}
