import { session } from '../session/session.ts'

export interface NoticeAction {
  label: string
  run: () => void
  /** Id of the owner; by default the user who is signed in when the action is offered. */
  userId?: string | undefined
  /** Aborting removes the button and keeps the notice. */
  signal?: AbortSignal | undefined
}

export interface Notice {
  kind: 'success' | 'error' | 'info'
  text: string
  detail?: string | undefined
  action?: NoticeAction | undefined
}

type ShowNotice = (notice: Notice) => void

let show: ShowNotice | null = null
const waiting: Notice[] = []

const createNotify =
  (kind: Notice['kind']) =>
  (text: string, detail?: string, offered?: NoticeAction): void => {
    const action = offered && forOwner(offered)
    const notice = { kind, text, detail, ...(action && { action }) }
    if (show) show(notice)
    else waiting.push(notice)
  }

/** A notice outlives its page and session, so other users must not see or run its action. */
function forOwner({ label, run, userId = signedInId(), signal }: NoticeAction): NoticeAction | undefined {
  if (userId !== signedInId()) return undefined
  return { label, run: () => userId === signedInId() && run(), ...(signal && { signal }) }
}

const signedInId = () => session.get().user?.id

/** Shows a toast. */
export const notify = {
  success: createNotify('success'),
  error: createNotify('error'),
  info: createNotify('info'),
}

/** Connects `notify` to the toaster and shows earlier notices; returns the function that disconnects it. */
export function connectNotify(showNotice: ShowNotice): () => void {
  show = showNotice
  for (const notice of waiting.splice(0)) showNotice(notice)
  return () => {
    if (show === showNotice) show = null
  }
}
