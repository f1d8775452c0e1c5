import { newKey, useSession } from '@mms/sdk'
import { useState } from 'react'
import { readDraft } from './draft.ts'

export interface FormKey {
  /** Sent with each try to save, so that a lost answer adds nothing twice. */
  key: string
  /** What follows is another form. */
  renew: () => void
}

const PREFIX = 'mms.medicine-form-key.'

/** The Idempotency-Key of a form: of its own each time it is opened, the same again where its draft is restored. */
export function useFormKey(name: string): FormKey {
  const draft = useSession((session) => `${session.user?.id}.${name}`)
  const [key, setKey] = useState(() => (readDraft(draft) !== null && stored(draft)) || keep(draft, newKey()))
  return { key, renew: () => setKey(keep(draft, newKey())) }
}

function stored(draft: string): string | null {
  try {
    return sessionStorage.getItem(PREFIX + draft)
  } catch {
    return null
  }
}

function keep(draft: string, key: string): string {
  try {
    sessionStorage.setItem(PREFIX + draft, key)
  } catch {
    // without storage neither the draft nor its key survives a reload
  }
  return key
}
