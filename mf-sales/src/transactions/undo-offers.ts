/** Offers in this tab. The signal aborts when there is nothing left to undo. */
const offered = new Map<string, AbortController>()

const openChannel = () =>
  typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('mms.sales.undone')
// Two channels, because a channel does not receive its own messages.
const sender = openChannel()
const receiver = openChannel()
if (receiver) receiver.onmessage = ({ data }: MessageEvent<unknown>) => endOffer(String(data))

export function endOffer(id: string): void {
  offered.get(id)?.abort()
  offered.delete(id)
}

export function undoSignal(id: string): AbortSignal {
  const controller = offered.get(id) ?? new AbortController()
  offered.set(id, controller)
  return controller.signal
}

export function noteUndone(id: string): void {
  endOffer(id)
  sender?.postMessage(id)
}

/** No broadcast: every tab reads the history itself. */
export function noteUndoneRows(rows: readonly { _id: string; reversedBy: string | null }[]): void {
  for (const { _id, reversedBy } of rows) if (reversedBy) endOffer(_id)
}
