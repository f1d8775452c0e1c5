import { http } from '../api/http.ts'
import { ApiError, isRefused, reasonText, serverMessage } from '../http/api-error.ts'
import type { Answer } from '../http/request.ts'
import type { OutboxEntry } from './entry.ts'

/** `after`: delay in seconds that the server asks for. */
export type Outcome =
  | { kind: 'done'; answer: Record<string, unknown> }
  | { kind: 'accepted'; location: string; after: number | undefined }
  | { kind: 'unknown'; problem: string; after: number | undefined }
  | { kind: 'refused'; problem: string; errors: Record<string, string> }
  | { kind: 'stuck'; location?: string | undefined }
  /** The server accepted the entry and lost it. The entry is sent again with the same key. */
  | { kind: 'forgotten' }

type Resource = Record<string, unknown> & {
  status?: string
  reason?: string | null
  stuckSince?: string
}

/** Sends an entry, or asks for the outcome of an accepted one. Never throws. */
export async function askForOutcome(entry: OutboxEntry): Promise<Outcome> {
  try {
    if (entry.location) return outcomeOf(entry, await http.get<Resource>(entry.location, { quiet: true }))
    const answer = await post(entry.path, entry)
    if (answer.status === 202 || answer.data?.status === 'stuck') return outcomeOf(entry, answer)
    return { kind: 'done', answer: answer.data }
  } catch (error) {
    return failureOf(error, entry)
  }
}

/** Asks the server at `path` to block an entry's key, unless the entry is already recorded. Never throws. */
export async function askBack(entry: OutboxEntry, path: string): Promise<Outcome> {
  try {
    return outcomeOf(entry, await post(path, entry))
  } catch (error) {
    return unknown(reasonText(error))
  }
}

/** `madeAt` is added here, because tabs compare the bodies of entries to detect the same sale. */
const post = (path: string, { body, key, madeAt }: OutboxEntry) =>
  http.post<Resource>(path, {
    body: { ...body, ...(madeAt && { madeAt }) },
    headers: { 'Idempotency-Key': key },
    quiet: true,
  })

function outcomeOf(entry: OutboxEntry, answer: Answer<Resource>): Outcome {
  const { data, headers } = answer
  switch (data?.status) {
    case 'completed':
      return { kind: 'done', answer: data }
    case 'rejected':
      return { kind: 'refused', problem: data.reason || entry.failureText, errors: {} }
    case 'cancelled':
      return { kind: 'refused', problem: data.reason || 'It was cancelled', errors: {} }
    case 'stuck':
      return { kind: 'stuck' }
    case 'pending': {
      const location = headers.get('location') ?? entry.location
      if (!location?.startsWith('/api/')) return unknown('The server did not say where to ask', answer)
      if (data.stuckSince) return { kind: 'stuck', location }
      return { kind: 'accepted', location, after: secondsOf(headers) }
    }
    default:
      // For example a status of a later release. The entry may have been recorded.
      return unknown("This page does not understand the server's answer", answer)
  }
}

function failureOf(error: unknown, entry: OutboxEntry): Outcome {
  if (!(error instanceof ApiError)) return unknown(reasonText(error))
  if (error.problem?.code.endsWith('.stuck')) return { kind: 'stuck' }
  if (!isFinal(error)) return unknown(reasonText(error))
  if (entry.location) return error.status === 404 ? { kind: 'forgotten' } : unknown(reasonText(error))
  const errors = error.problem?.errors ?? {}
  return { kind: 'refused', problem: serverMessage(error) ?? entry.failureText, errors }
}

/** False if the entry may still be recorded, by the next session or by a running attempt. */
const isFinal = (error: ApiError): boolean =>
  isRefused(error) &&
  error.status !== 401 &&
  !(error.status === 409 && error.problem?.code.endsWith('.in_flight'))

function unknown(problem: string, answer?: Answer<unknown>): Outcome {
  return { kind: 'unknown', problem, after: answer && secondsOf(answer.headers) }
}

function secondsOf(headers: Headers): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return seconds >= 0 ? seconds : undefined
}
