import type { Random } from '@mms/service-kit/random'
import type { Pool } from '../pool.ts'
import type { Request } from '../request.ts'

export interface Setting {
  random: Random
  pool: Pool
  token: string | undefined
}

export interface Kind {
  name: string
  make(request: Request, setting: Setting): Partial<Request> | undefined
}

type Fields = Record<string, unknown>

export const fieldsOf = ({ body }: Request): Fields | undefined =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Fields) : undefined

/** Puts `value` in place of a random text in path, query or body. */
export function place(request: Request, value: string, { random }: Setting): Partial<Request> {
  const { operation, path, query } = request
  const fields = fieldsOf(request)
  const places: (() => Partial<Request>)[] = [
    ...Object.keys(path).map((name) => () => ({ path: { ...path, [name]: value } })),
    ...operation.parameters
      .filter((each) => each.in === 'query')
      .map(({ name }) => () => ({
        query: [...query.filter(([each]) => each !== name), [name, value] as [string, string]],
      })),
    ...(fields ? slotsOf(fields).map((set) => () => ({ body: set(value) })) : []),
  ]
  if (places.length === 0) return { query: [...query, ['q', value]] }
  return random.pick(places)()
}

/** Setters for every value of an object, each on a copy. */
export function slotsOf(fields: Fields): ((value: unknown) => Fields)[] {
  return Object.entries(fields).flatMap(([name, present]) => {
    const here = (value: unknown) => ({ ...fields, [name]: value })
    if (typeof present !== 'object' || present === null || Array.isArray(present)) return [here]
    return [here, ...slotsOf(present as Fields).map((set) => (value: unknown) => here(set(value)))]
  })
}
