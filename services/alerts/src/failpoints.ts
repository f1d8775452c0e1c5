export const failpoints = {
  /** Right after the commit of some of the medicines of a generation. */
  chunkJudged: 'alerts.chunk.judged',
  /** Inside the transaction of some of the medicines, before its commit. */
  chunkWritten: 'alerts.chunk.written',
} as const
