/** Transactions whose undo is offered in this tab; aborted when there is nothing to undo any more. */
const offered = new Map<string, AbortController>()

const openChannel = () =>
  typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('mms.sales.undone')
// Two of them, because a channel does not receive what it sends itself.
const sender = openChannel()
const receiver = openChannel()
if (receiver) receiver.onmessage = ({ data }: MessageEvent<unknown>) => endOffer(String(data))

/** Nothing to undo any more, or it is on its way: the buttons that offer it in this tab go. */
export function endOffer(id: string): void {
  offered.get(id)?.abort()
  offered.delete(id)
}

/** Aborted as soon as this tab knows that the transaction is undone: from here, another tab, or the history. */
export function undoSignal(id: string): AbortSignal {
  const controller = offered.get(id) ?? new AbortController()
  offered.set(id, controller)
  return controller.signal
}

/** A transaction is undone, or cannot be: no tab of this browser offers it any more. */
export function noteUndone(id: string): void {
  endOffer(id)
  sender?.postMessage(id)
}

/** The same as the history shows it, which every tab reads for itself. */
export function noteUndoneRows(rows: readonly { _id: string; reversedBy: string | null }[]): void {
  for (const { _id, reversedBy } of rows) if (reversedBy) endOffer(_id)
}
