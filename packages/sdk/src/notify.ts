import { session } from './session/session.ts'

/** What can be done about a notice while it is seen. */
export interface NoticeAction {
  label: string
  run: () => void
  /** The user whose it is, by id; by default the one who is signed in when it is offered. */
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

const createNotify =
  (kind: Notice['kind']) =>
  (text: string, detail?: string, offered?: NoticeAction): void => {
    const action = offered && forOwner(offered)
    const notice = { kind, text, detail, ...(action && { action }) }
    if (show) show(notice)
    else waiting.push(notice)
  }

/** A notice outlives its page and even its session: no other user is offered its action, nor runs it. */
function forOwner({ label, run, userId = signedInId(), signal }: NoticeAction): NoticeAction | undefined {
  if (userId !== signedInId()) return undefined
  return { label, run: () => userId === signedInId() && run(), ...(signal && { signal }) }
}

const signedInId = () => session.get().user?.id

/**
 * Shows a toast. `notify.success('Medicine added successfully')`, or with something to do about it: `notify.error('Failed to undo', title, { label: 'Try again', run: undo })`
 */
export const notify = {
  success: createNotify('success'),
  error: createNotify('error'),
  info: createNotify('info'),
}

/** Connects `notify` to what draws toasts; notices from before are shown now. Returns the function that ends it. */
export function connectNotify(showNotice: ShowNotice): () => void {
  show = showNotice
  for (const notice of waiting.splice(0)) showNotice(notice)
  return () => {
    if (show === showNotice) show = null
  }
}
