import { STATUS_CODES } from 'node:http'
import type { Problem } from '@mms/contracts'
import { isDatabaseUnavailable } from '../database/errors.ts'

interface ProblemOptions {
  errors?: Record<string, string>
  headers?: Record<string, string>
  more?: Pick<Problem, 'secondStep' | 'refused'>
  cause?: unknown
}

/** An error that is answered as problem details. `code` is dotted and stable; `message` is a sentence for people. */
export class ProblemError extends Error {
  override name = 'ProblemError'
  readonly status: number
  readonly code: string
  readonly errors: Record<string, string> | undefined
  readonly headers: Record<string, string>
  readonly more: ProblemOptions['more']

  constructor(status: number, code: string, message: string, options: ProblemOptions = {}) {
    super(message, { cause: options.cause })
    this.status = status
    this.code = code
    this.errors = options.errors
    this.headers = options.headers ?? {}
    this.more = options.more
  }
}

const make = (status: number) => (code: string, message: string, options?: ProblemOptions) =>
  new ProblemError(status, code, message, options)

/** Constructors of common errors: `throw problem.notFound('inventory.medicine_not_found', 'Medicine not found')`. */
export const problem = {
  badRequest: make(400),
  unauthorized: make(401),
  forbidden: make(403),
  notFound: make(404),
  conflict: make(409),
  gone: make(410),
  preconditionFailed: make(412),
  tooLarge: make(413),
  unsupportedMediaType: make(415),
  unprocessable: make(422),
  tooMany: make(429),
  /** Sends `Retry-After: 1`, unless `headers` has another value. */
  unavailable: (code: string, message: string, { headers, ...options }: ProblemOptions = {}) =>
    new ProblemError(503, code, message, { ...options, headers: { 'Retry-After': '1', ...headers } }),
}

export function problemDocument(error: ProblemError, requestId: string): Problem {
  return {
    type: `urn:mms:problem:${error.code}`,
    title: STATUS_CODES[error.status] ?? 'Error',
    status: error.status,
    detail: error.message,
    code: error.code,
    message: error.message,
    requestId,
    ...(error.errors && { errors: error.errors }),
    ...error.more,
  }
}

/** Hides the text of all errors except a `ProblemError` or a 4xx of the HTTP layer. */
export function toProblem(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error
  const status = (error as { status?: unknown } | null)?.status
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return new ProblemError(status, `http.${status}`, STATUS_CODES[status] ?? 'Bad request', { cause: error })
  }
  if (isDatabaseUnavailable(error)) {
    const options = { headers: { 'Retry-After': '1' }, cause: error }
    return new ProblemError(503, 'database.unavailable', 'The database does not answer right now', options)
  }
  return new ProblemError(500, 'internal', 'Something went wrong', { cause: error })
}
