import { ApiError, errorText, serverMessage } from '../http/api-error.ts'
import { http } from '../http/http.ts'
import type { Answer } from '../http/request.ts'
import type { OutboxEntry } from './entry.ts'

/** What one try comes to. `after` is what the server asks to wait, in seconds. */
export type Outcome =
  | { kind: 'done'; answer: Record<string, unknown> }
  | { kind: 'accepted'; location: string; after: number | undefined }
  | { kind: 'unknown'; problem: string; after: number | undefined }
  | { kind: 'refused'; problem: string; errors: Record<string, string> }
  /** The server no longer knows what it had accepted: send it again, with the same key. */
  | { kind: 'forgotten' }

/** A resource that the server works on: `pending`, then `completed`; anything else means it had no effect. */
type Resource = Record<string, unknown> & { status?: string; reason?: string | null }

/** Sends an entry, or asks what became of one that the server has accepted. Never throws. */
export async function ask(entry: OutboxEntry): Promise<Outcome> {
  try {
    return entry.location ? await look(entry, entry.location) : await send(entry)
  } catch (error) {
    return failureOf(error, entry)
  }
}

async function send({ path, body, key }: OutboxEntry): Promise<Outcome> {
  const answer = await http.post<Resource>(path, { body, headers: { 'Idempotency-Key': key }, quiet: true })
  if (answer.status !== 202) return { kind: 'done', answer: answer.data }
  const location = answer.headers.get('location')
  if (!location?.startsWith('/api/')) return unknown('The server did not say where to ask', answer)
  return { kind: 'accepted', location, after: secondsOf(answer.headers) }
}

async function look(entry: OutboxEntry, location: string): Promise<Outcome> {
  const { data, headers } = await http.get<Resource>(location, { quiet: true })
  if (data.status === 'pending') return { kind: 'accepted', location, after: secondsOf(headers) }
  if (data.status === 'completed') return { kind: 'done', answer: data }
  return { kind: 'refused', problem: data.reason || entry.failureText, errors: {} }
}

function failureOf(error: unknown, entry: OutboxEntry): Outcome {
  if (!(error instanceof ApiError)) return unknown(error instanceof Error ? error.message : String(error))
  if (!isFinal(error)) return unknown(errorText(error))
  if (entry.location) return error.status === 404 ? { kind: 'forgotten' } : unknown(errorText(error))
  const errors = error.problem?.errors ?? {}
  return { kind: 'refused', problem: serverMessage(error) ?? entry.failureText, errors }
}

/** Time-out, too early, too many, or a first try that is still at work; an ended session waits for the next. */
const PASSING = [401, 408, 425, 429]

/** Whether the server has decided. Without an answer, or with a 5xx, nobody knows what it did. */
function isFinal({ kind, status, problem }: ApiError): boolean {
  if (kind !== 'response' || status >= 500 || PASSING.includes(status)) return false
  return !(status === 409 && problem?.code.endsWith('.in_flight'))
}

function unknown(problem: string, answer?: Answer<unknown>): Outcome {
  return { kind: 'unknown', problem, after: answer && secondsOf(answer.headers) }
}

function secondsOf(headers: Headers): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return seconds >= 0 ? seconds : undefined
}
