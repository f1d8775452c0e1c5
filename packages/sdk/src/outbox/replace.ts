import { isReplacement, type OutboxEntry } from './entry.ts'
import { entries } from './storage.ts'

const FIRST_WAS_RECORDED =
  'Its first version was already recorded. Record this one only if it is a different transaction'

/** Releases entries whose predecessor has an outcome. Reads storage, so it also works for entries of a closed tab. */
export function releaseReplacements(userId: string): void {
  for (const entry of entries.list(userId)) if (isReplacement(entry)) release(entry)
}

export const isReplaced = ({ userId, key }: OutboxEntry): boolean =>
  entries.list(userId).some((entry) => isReplacement(entry) && entry.replaces === key)

function release({ replaces, ...entry }: OutboxEntry): void {
  const first = entries.find(entry.userId, replaces as string)
  if (first?.state === 'recorded') entries.put({ ...entry, problem: FIRST_WAS_RECORDED })
  else if (first === null || first.state === 'refused') {
    entries.put({ ...entry, state: 'waiting', nextAt: Date.now() })
    if (first) entries.remove(first.userId, first.key)
  }
}
