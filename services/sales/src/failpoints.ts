export const failpoints = {
  pendingWriting: 'sales.pending.writing',
  pendingCommitted: 'sales.pending.committed',
  commandAnswered: 'sales.command.answered',
  outcomeWritten: 'sales.outcome.written',
  outcomeCommitted: 'sales.outcome.committed',
  reversalWritten: 'sales.reversal.written',
  cancellationCommitted: 'sales.cancellation.committed',
  cancellationAnswered: 'sales.cancellation.answered',
} as const
