/** A list and its JSON text, which is written once while the list is kept. */
export interface WrittenList<T> {
  list: T[]
  text: Buffer
}

export const writeList = <T>(list: T[]): WrittenList<T> => ({ list, text: Buffer.from(JSON.stringify(list)) })

/** The JSON text of `rest` with one more field, a list that is written already. `rest` has a field at least. */
export function jsonWith(rest: object, name: string, { text }: WrittenList<unknown>): Buffer {
  const head = JSON.stringify(rest).slice(0, -1)
  return Buffer.concat([Buffer.from(`${head},${JSON.stringify(name)}:`), text, Buffer.from('}')])
}
