const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Instants of 1926, 2126 and 10000, the last date, one beyond it, and invalid numbers. */
const numbers = [
  Date.UTC(1926, 10, 25),
  Date.UTC(2126, 10, 25),
  Date.UTC(10_000, 0, 1),
  8.64e15,
  8.64e15 + 1,
  Number.MAX_SAFE_INTEGER,
  2 ** 53,
  2 ** 63,
  1e308,
  ...[0, -1, 0.5, -(2 ** 53)],
]
const texts = [
  ...['1926-11-25', '2126-11-25', '9999-12-31', '275760-09-13', '+275760-09-13', '0000-01-01', '2027-02-30'],
  ...['1926-11-25T00:00:00.000Z', '275760-09-13T00:00:00.000Z', '', '\uffff', '\u0000', 'x'.repeat(900)],
  ...[LAST_ID, LAST_ID.toUpperCase()],
]
const values: unknown[] = [...numbers, ...texts, null, true, [], {}]

/** Texts that are not JSON or not plain values. */
const written = ['x', '[1e999]', '["\\ud800"]', '{"__proto__":[1]}', `${'['.repeat(500)}${']'.repeat(500)}`]

function partsOf(cursor: string | undefined): unknown[] {
  if (cursor === undefined) return []
  const key: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
  return Array.isArray(key) ? key : [key]
}

export function oddKeys(learnt: string | undefined): string[] {
  const parts = partsOf(learnt)
  const replaced = parts.flatMap((_, at) => values.map((value) => parts.with(at, value)))
  const made = values.flatMap((value) => [[value], [value, LAST_ID], [value, value], ['a', value, LAST_ID]])
  return [...[...replaced, ...made].map((key) => JSON.stringify(key)), ...written]
}
