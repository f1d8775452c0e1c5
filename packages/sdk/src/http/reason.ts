import { ApiError, errorText, serverMessage } from './api-error.ts'

/**
 * What stands above something that could not be loaded or sent: without a connection nothing is wrong with it.
 * `failureTitle(error, 'Failed to fetch medicines')`
 */
export function failureTitle(error: unknown, title: string): string {
  return isOffline(error) ? 'No connection' : title
}

/**
 * Why a call failed, in a page or a form, for people who know of no backend. (The toasts have the specification's
 * texts, see `errorText`.)
 */
export function reasonText(error: unknown): string {
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error)
  if (error.kind === 'network') return 'Unable to connect to the server.'
  if (error.kind === 'timeout') return 'The server did not answer in time. Please try again.'
  return serverMessage(error) ?? errorText(error)
}

const isOffline = (error: unknown) => error instanceof ApiError && error.kind === 'network'
