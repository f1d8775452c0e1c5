import { problem } from '../problems/problem.ts'

/** `<epoch>.<position>`; positions rise by one without gaps. */
export interface EventId {
  epoch: string
  position: number
}

export function formatEventId({ epoch, position }: EventId): string {
  return `${epoch}.${position}`
}

/** Throws 400 `feed.invalid_event_id`. */
export function parseEventId(text: string): EventId {
  const match = /^([\w-]{1,60})\.(\d{1,15})$/.exec(text)
  if (!match) {
    const errors = { lastEventId: 'must be the id of an event of this feed' }
    throw problem.badRequest('feed.invalid_event_id', 'Not the id of an event of this feed', { errors })
  }
  return { epoch: match[1] as string, position: Number(match[2]) }
}
