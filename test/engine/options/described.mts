import type { IDataObject } from 'n8n-workflow';
import { optionsIn } from '../../../nodes/MerchantData/n8n/parameters.ts';
import type { Field, Fields } from '../../../nodes/MerchantData/shared/field.ts';

/** What the descriptions of fields say that may be given for them, and what may not. */

/** A field whose value is held against its description, and what makes it shown. */
export interface Described {
	/** Where it stands and what it is called. */
	title: string;
	/** What an error begins with that says that a value does not fit. */
	problem: RegExp;
	takesExpression: boolean;
	/** The parameters with a value for the field. */
	parameters(value: unknown): IDataObject;
	/** As JavaScript, because JSON has no NaN. */
	wrong: string[];
	right: unknown[];
}

/** Of another type, out of range, none of the choices. Free text and what has a reader of its own have none. */
function wrongFor(field: Field, isOption: boolean): string[] | undefined {
	const { type, typeOptions = {} } = field;
	const nothing = ['null', 'undefined'];
	switch (type) {
		case 'boolean':
			return [...nothing, '"false"', '"true"', '""', '0', '1', '[]', '({})'];
		case 'number': {
			const { minValue, maxValue, numberPrecision } = typeOptions;
			return [
				...nothing,
				...['"500"', '""', 'true', 'NaN', 'Infinity', '-Infinity', '[1]', '({})'],
				...(minValue === undefined ? [] : [`${minValue - 1}`, `${minValue - 0.01}`]),
				...(maxValue === undefined ? [] : [`${maxValue + 1}`]),
				...(numberPrecision === 0 ? ['1.5'] : []),
			];
		}
		case 'options':
			return [...nothing, '"nope"', '"toString"', '""', 'true', '5', '[]', '({})'].filter(
				(wrong) => !rightFor(field).some((value) => JSON.stringify(value) === wrong),
			);
		case 'multiOptions':
			return [...nothing, '"nope"', '["nope"]', '["toString"]', '[null]', '5', '({})'];
		case 'string':
			return isOption ? [...nothing, 'true', '5', '["a"]', '({})'] : undefined;
		default:
			return undefined;
	}
}

function rightFor(field: Field): unknown[] {
	const { type, options = [], default: byDefault, typeOptions = {} } = field;
	const values = (options as ReadonlyArray<{ value: unknown }>).map(({ value }) => value);
	switch (type) {
		case 'boolean':
			return [true, false];
		case 'options':
			return values;
		case 'multiOptions':
			return [byDefault, [], ...values.map((value) => [value])];
		case 'number':
			return [byDefault, typeOptions.minValue, typeOptions.maxValue].filter(
				(value) => value !== undefined,
			);
		default:
			return [byDefault];
	}
}

/** What a condition needs: `/name` and names of fields go to the node, others to the options. */
function shownBy({ displayOptions: { show = {} } = {} }: Field, isOption: boolean) {
	const node: IDataObject = {};
	const options: IDataObject = {};
	for (const [name, values] of Object.entries(show)) {
		const [value] = values as unknown as [IDataObject[string]];
		if (name.startsWith('/')) node[name.slice(1)] = value;
		else (isOption ? options : node)[name] = value;
	}
	return { node, options };
}

/** @param base parameters that make something that is sent, when nothing is wrong */
export function describedFields(fields: Fields, base: IDataObject): Described[] {
	const of = (field: Field, isOption: boolean): Described[] => {
		const wrong = wrongFor(field, isOption);
		// A tool has a test of its own.
		if (!wrong || field.displayOptions?.show?.['@tool']) return [];
		const { name, displayName, noDataExpression } = field;
		const { node, options } = shownBy(field, isOption);
		const mode = Object.values({ ...node, ...options }).join(' ');
		const label = displayName.replace(/[()]/g, '\\$&');
		return [
			{
				title: `${isOption ? 'options.' : ''}${name}${mode ? ` (${mode})` : ''}`,
				problem: new RegExp(`^"${label}" (must be|takes no expression)`),
				takesExpression: !noDataExpression,
				parameters(value) {
					const own = { [name]: value as IDataObject };
					if (!isOption) return { ...base, ...node, ...own };
					return { ...base, ...node, options: { ...(base.options as object), ...options, ...own } };
				},
				wrong,
				right: rightFor(field),
			},
		];
	};
	return [
		...fields.flatMap((field) => of(field, false)),
		...optionsIn(fields).flatMap((option) => of(option, true)),
	];
}
