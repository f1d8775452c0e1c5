import { type Problem, passwordProblems } from '@mms/contracts'

/**
 * `network`: the server was unreachable. `response`: it answered with an error status. `timeout`: no answer in time.
 * `other`: anything else, such as an answer that is not JSON.
 */
export type ApiErrorKind = 'network' | 'response' | 'timeout' | 'other'

/** A failed call. `message` is the server's message, if there was one. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly kind: ApiErrorKind
  /** HTTP status, or 0 if there was no answer. */
  readonly status: number
  readonly problem: Problem | undefined
  /** Message in any answer, even a proxy's. For display only; base decisions on `problem`. */
  readonly said: string | undefined
  readonly requestId: string | undefined

  constructor(
    kind: ApiErrorKind,
    message: string,
    answer: {
      status: number
      problem?: Problem | undefined
      said?: string | undefined
      requestId?: string | undefined
    } = { status: 0 },
  ) {
    super(message)
    this.kind = kind
    this.status = answer.status
    this.problem = answer.problem
    this.said = answer.said ?? answer.problem?.message
    this.requestId = answer.requestId
  }
}

/** Returns the server's message of an error, if there was one. */
export function serverMessage(error: unknown): string | undefined {
  return error instanceof ApiError ? error.said || undefined : undefined
}

/** Returns the text of the global error toast (specification §8). */
export function errorText(error: ApiError): string {
  switch (error.kind) {
    case 'network':
      return 'Network error: Unable to connect to the server. Please check if the backend is running.'
    case 'timeout':
      return 'No response from server. Please check your connection and server status.'
    case 'response':
      return `Error ${error.status}: ${serverMessage(error) ?? 'Something went wrong'}`
    case 'other':
      return `Error: ${error.message}`
  }
}

/** Refusals that ask for a password. The same call succeeds afterwards. */
const ASKING: string[] = Object.values(passwordProblems)

const PASSING = [408, 425, 429]

/** True if the server refused permanently: a 4xx with a problem document. A proxy's error does not count. */
export function isRefused({ status, problem }: ApiError): boolean {
  if (problem === undefined || ASKING.includes(problem.code)) return false
  return status >= 400 && status < 500 && !PASSING.includes(status)
}

/** Returns `title`, or *No connection* if that is the cause. */
export function failureTitle(error: unknown, title: string): string {
  return isOffline(error) ? 'No connection' : title
}

/** Explains a failure to pharmacy staff in pages and forms. Toasts use `errorText`. */
export function reasonText(error: unknown): string {
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error)
  if (error.kind === 'network') return 'Unable to connect to the server.'
  if (error.kind === 'timeout') return 'The server did not answer in time. Please try again.'
  return serverMessage(error) ?? errorText(error)
}

const isOffline = (error: unknown) => error instanceof ApiError && error.kind === 'network'
