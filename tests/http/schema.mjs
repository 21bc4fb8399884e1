// schema.mjs — as much of JSON Schema as the OpenAPI file uses.
function typeOf(v) {
	if (v === null) return 'null';
	if (Array.isArray(v)) return 'array';
	if (typeof v === 'number') return Number.isInteger(v) ? 'integer' : 'number';
	return typeof v;
}

/** What is wrong with `value`, as lines "path: reason". */
export function faults(doc, schema, value, path = '$') {
	if (schema.$ref) return faults(doc, schema.$ref.split('/').slice(1).reduce((o, k) => o[k], doc), value, path);
	if (schema.oneOf) {
		const all = schema.oneOf.map((s) => faults(doc, s, value, path));
		return all.some((f) => f.length === 0) ? [] : all.sort((a, b) => a.length - b.length)[value === null ? 0 : 0];
	}
	const type = typeOf(value);
	const types = [].concat(schema.type || []);
	if (types.length && !types.includes(type) && !(type === 'integer' && types.includes('number'))) return [`${path}: ${type} instead of ${types}`];
	const found = [];
	if (schema.enum && value !== null && !schema.enum.includes(value)) found.push(`${path}: ${JSON.stringify(value)} is none of ${schema.enum}`);
	if (type === 'array') {
		if (schema.minItems > value.length || schema.maxItems < value.length) found.push(`${path}: ${value.length} items`);
		if (schema.items) value.forEach((v, i) => found.push(...faults(doc, schema.items, v, `${path}[${i}]`)));
	}
	if (type === 'object') {
		for (const key of schema.required || []) if (!(key in value)) found.push(`${path}: ${key} is missing`);
		for (const [key, v] of Object.entries(value)) {
			const s = (schema.properties || {})[key] ?? schema.additionalProperties;
			if (s === false) found.push(`${path}: nobody knows ${key}`);
			else if (s && s !== true) found.push(...faults(doc, s, v, `${path}.${key}`));
		}
	}
	return found;
}
