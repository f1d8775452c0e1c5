/** Adds rows that have the same `keys` together. */
export function tally<R extends object>(
  rows: Iterable<R>,
  keys: (keyof R & string)[],
  sums: (keyof R & string)[],
): R[] {
  const byKey = new Map<string, R>()
  for (const row of rows) {
    const key = keys.map((name) => row[name]).join(' ')
    const known = byKey.get(key)
    if (!known) byKey.set(key, { ...row })
    else for (const name of sums) known[name] = (Number(known[name]) + Number(row[name])) as R[typeof name]
  }
  return [...byKey.values()]
}
