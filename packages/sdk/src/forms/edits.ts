import { get } from 'react-hook-form'

export type FieldValue = string | boolean

/** One field of which two versions of a form differ. */
export interface Edit<Name extends string = string> {
  field: Name
  from: FieldValue
  to: FieldValue
}

/** What has to be done to `from` to make it `to`, in the order of `names`. */
export function editsBetween<Name extends string>(
  names: readonly Name[],
  from: unknown,
  to: unknown,
): Edit<Name>[] {
  return names
    .map((field) => ({ field, from: get(from, field) as FieldValue, to: get(to, field) as FieldValue }))
    .filter((edit) => edit.from !== edit.to)
}
