import { get } from 'react-hook-form'

export type FieldValue = string | boolean

export interface Edit<Name extends string = string> {
  field: Name
  from: FieldValue
  to: FieldValue
}

export function editsBetween<Name extends string>(
  names: readonly Name[],
  from: unknown,
  to: unknown,
): Edit<Name>[] {
  return names
    .map((field) => ({ field, from: get(from, field) as FieldValue, to: get(to, field) as FieldValue }))
    .filter((edit) => edit.from !== edit.to)
}
