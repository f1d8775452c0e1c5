/** A list with its JSON, so that it is serialised only once. */
export interface WrittenList<T> {
  list: T[]
  text: Buffer
}

export const writeList = <T>(list: T[]): WrittenList<T> => ({ list, text: Buffer.from(JSON.stringify(list)) })

export function jsonWith(rest: object, name: string, { text }: WrittenList<unknown>): Buffer {
  const head = JSON.stringify(rest).slice(0, -1)
  return Buffer.concat([Buffer.from(`${head},${JSON.stringify(name)}:`), text, Buffer.from('}')])
}
