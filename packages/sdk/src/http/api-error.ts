import { type Problem, passwordProblems } from '@mms/contracts'

/**
 * Why a call failed. `network`: nothing could be reached. `response`: the server answered with an error status.
 * `timeout`: it did not answer in time. `other`: anything else, such as an answer that is not JSON.
 */
export type ApiErrorKind = 'network' | 'response' | 'timeout' | 'other'

/** A failed call. `message` is the server's sentence where it sent one. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly kind: ApiErrorKind
  /** HTTP status; 0 when there was no answer. */
  readonly status: number
  /** The answer's problem details, when it had any. `problem.errors` names the fields of a bad input. */
  readonly problem: Problem | undefined
  /** What the answer says, whoever sent it. To show only: what to do is decided by `problem`. */
  readonly said: string | undefined
  /** What support needs to find the call in the logs. */
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

/**
 * The sentence that came with an error, if there was one.
 * `notify.error(serverMessage(error) ?? 'Failed to save medicine')`
 */
export function serverMessage(error: unknown): string | undefined {
  return error instanceof ApiError ? error.said || undefined : undefined
}

/** The text of the global error toast (specification §8). */
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

/** Once the user has done what these ask for, the same call is answered another way. */
const ASKING: string[] = Object.values(passwordProblems)

/** Time-out, too early, too many: the same call may be answered another way later. */
const PASSING = [408, 425, 429]

/**
 * Whether the server itself has refused for good: with a problem of its own and a 4xx that is no reason to retry. A proxy
 * on the way, or a server in trouble, decides nothing.
 */
export function isRefused({ status, problem }: ApiError): boolean {
  if (problem === undefined || ASKING.includes(problem.code)) return false
  return status >= 400 && status < 500 && !PASSING.includes(status)
}
