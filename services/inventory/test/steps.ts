import fc from 'fast-check'

type Arbitraries<Fields> = { [Name in keyof Fields]: fc.Arbitrary<Fields[Name]> }

/** A kind of step of a model test, and how often it is taken. */
export const stepOf = <Kind extends string, Fields extends object>(
  weight: number,
  kind: Kind,
  fields: Arbitraries<Fields>,
) => ({
  weight,
  arbitrary: fc.record({ kind: fc.constant(kind), ...fields }) as fc.Arbitrary<{ kind: Kind } & Fields>,
})

export const holdAction = fc.constantFrom('quarantine', 'recall', 'release')
