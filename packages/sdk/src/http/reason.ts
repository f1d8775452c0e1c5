import { ApiError, errorText, serverMessage } from './api-error.ts'

/** Returns the title of a failure, which differs without a connection. */
export function failureTitle(error: unknown, title: string): string {
  return isOffline(error) ? 'No connection' : title
}

/** Explains a failure to pharmacy staff, for pages and forms. Toasts use `errorText`. */
export function reasonText(error: unknown): string {
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error)
  if (error.kind === 'network') return 'Unable to connect to the server.'
  if (error.kind === 'timeout') return 'The server did not answer in time. Please try again.'
  return serverMessage(error) ?? errorText(error)
}

const isOffline = (error: unknown) => error instanceof ApiError && error.kind === 'network'
