export interface Notice {
  kind: 'success' | 'error' | 'info'
  text: string
  /** A second, smaller line. */
  detail?: string | undefined
}

type ShowNotice = (notice: Notice) => void

let show: ShowNotice | null = null
const waiting: Notice[] = []

function tell(notice: Notice): void {
  if (show) show(notice)
  else waiting.push(notice)
}

/** Tells the person something in passing, as a toast. `notify.success('Medicine added successfully')` */
export const notify = {
  success: (text: string, detail?: string) => tell({ kind: 'success', text, detail }),
  error: (text: string, detail?: string) => tell({ kind: 'error', text, detail }),
  info: (text: string, detail?: string) => tell({ kind: 'info', text, detail }),
}

/** Connects `notify` to what draws toasts; notices from before are shown now. Answers the disconnect function. */
export function connectNotify(showNotice: ShowNotice): () => void {
  show = showNotice
  for (const notice of waiting.splice(0)) showNotice(notice)
  return () => {
    if (show === showNotice) show = null
  }
}
