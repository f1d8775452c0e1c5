import { ApiError, errorText, serverMessage } from '@mms/sdk'
import type { FormEvent } from 'react'

/** The contract's least length of a new password; here so that the browser can say it before the server does. */
export const MIN_PASSWORD_LENGTH = 10

/** The text of the named fields of a submitted form. */
export function formValues<Name extends string>(
  event: FormEvent<HTMLFormElement>,
  names: readonly Name[],
): Record<Name, string> {
  const data = new FormData(event.currentTarget)
  return Object.fromEntries(names.map((name) => [name, String(data.get(name) ?? '')])) as Record<Name, string>
}

/** What the server finds wrong with single fields. */
export function fieldErrors(error: unknown): Record<string, string> | undefined {
  return error instanceof ApiError ? error.problem?.errors : undefined
}

/** What to tell a person whose input was refused or could not be sent. */
export function problemText(error: unknown, otherwise: string): string {
  if (error instanceof ApiError && error.kind !== 'response') return errorText(error)
  return serverMessage(error) ?? otherwise
}
