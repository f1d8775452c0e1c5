import { session } from '../session/session.ts'

export interface NoticeAction {
  label: string
  run: () => void
  /** Id of the user who may run the action. Default: the signed-in user. */
  userId?: string | undefined
  /** Aborting it removes the button but keeps the notice. */
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

/** A notice may stay visible after its user has signed out. Other users must not see or run its action. */
function forOwner({ label, run, userId = signedInId(), signal }: NoticeAction): NoticeAction | undefined {
  if (userId !== signedInId()) return undefined
  return { label, run: () => userId === signedInId() && run(), ...(signal && { signal }) }
}

const signedInId = () => session.get().user?.id

export const notify = {
  success: createNotify('success'),
  error: createNotify('error'),
  info: createNotify('info'),
}

/** Connects `notify` to the toaster and shows earlier notices. Returns a function to disconnect. */
export function connectNotify(showNotice: ShowNotice): () => void {
  show = showNotice
  for (const notice of waiting.splice(0)) showNotice(notice)
  return () => {
    if (show === showNotice) show = null
  }
}
