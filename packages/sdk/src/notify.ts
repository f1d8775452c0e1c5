/** What can be done about a notice while it is seen. */
export interface NoticeAction {
  label: string
  run: () => void
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
  (text: string, detail?: string, action?: NoticeAction): void => {
    const notice = { kind, text, detail, ...(action && { action }) }
    if (show) show(notice)
    else waiting.push(notice)
  }

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
