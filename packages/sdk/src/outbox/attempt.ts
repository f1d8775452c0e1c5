import { session } from '../session/session.ts'
import { ask, askBack, type Outcome } from './ask.ts'
import { isOpen, isWithdrawn, type OutboxEntry } from './entry.ts'
import { inOneTab } from './one-tab.ts'
import { settle } from './settle.ts'
import { entries } from './storage.ts'
import { inLane, inTurn } from './turns.ts'

export async function attempt(
  userId: string,
  key: string,
  { isFirst = false } = {},
): Promise<Outcome | undefined> {
  const first = entries.find(userId, key)
  if (!first || !isOpen(first)) return undefined
  let outcome: Outcome | undefined
  const lane = isWithdrawn(first) ? undefined : first.lane
  await inOneTab(first, () =>
    inLane(lane, async () => {
      const entry = entries.list(userId).find((each) => each.key === key)
      if (!entry || !mayBeSent(entry)) return
      if (!isFirst && entry.state === 'sending') entries.put({ ...entry, state: 'waiting' })
      outcome =
        entry.withdrawal && isWithdrawn(entry)
          ? await askBack(entry, entry.withdrawal.path)
          : await ask(entry)
      settle(entries.find(userId, key) ?? entry, outcome)
    }),
  )
  return outcome
}

/** A page continues without the server's answer after this time. */
const ANSWER_TIMEOUT_MS = 4_000

export function attemptInTime(...call: Parameters<typeof attempt>): Promise<Outcome | undefined> {
  const timeout = new Promise<undefined>((resolve) => setTimeout(resolve, ANSWER_TIMEOUT_MS, undefined))
  return Promise.race([attempt(...call), timeout])
}

const mayBeSent = ({ userId, key }: OutboxEntry): boolean =>
  session.get().user?.id === userId && inTurn(entries.list(userId)).some((each) => each.key === key)
