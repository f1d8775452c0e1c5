import { session } from './session/session.ts'

/** What can be done about a notice while it is seen. */
export interface NoticeAction {
  label: string
  run: () => void
  /** Whose it is, by id; unless told, that of the person who is signed in when it is offered. */
  userId?: string | undefined
  /** Aborted when there is nothing to do any more: the button goes, the notice stays. */
  signal?: AbortSignal | undefined
}

export interface Notice {
  kind: 'success' | 'error' | 'info'
  text: string
  /** A second, smaller line. */
  detail?: string | undefined
  action?: NoticeAction | undefined
}

type ShowNotice = (notice: Notice) => void

let show: ShowNotice | null = null
const waiting: Notice[] = []

const teller =
  (kind: Notice['kind']) =>
  (text: string, detail?: string, offered?: NoticeAction): void => {
    const action = offered && forOwner(offered)
    const notice = { kind, text, detail, ...(action && { action }) }
    if (show) show(notice)
    else waiting.push(notice)
  }

/** A notice outlives its page and even its session: nobody else is offered its action, nor runs it. */
function forOwner({ label, run, userId = signedInId(), signal }: NoticeAction): NoticeAction | undefined {
  if (userId !== signedInId()) return undefined
  return { label, run: () => userId === signedInId() && run(), ...(signal && { signal }) }
}

const signedInId = () => session.get().user?.id

/**
 * Tells the person something in passing, as a toast. `notify.success('Medicine added successfully')`, or with something
 * to do about it: `notify.error('Failed to undo', title, { label: 'Try again', run: undo })`
 */
export const notify = { success: teller('success'), error: teller('error'), info: teller('info') }

/** Connects `notify` to what draws toasts; notices from before are shown now. Answers the disconnect function. */
export function connectNotify(showNotice: ShowNotice): () => void {
  show = showNotice
  for (const notice of waiting.splice(0)) showNotice(notice)
  return () => {
    if (show === showNotice) show = null
  }
}
