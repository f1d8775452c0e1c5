export const failpoints = {
  chunkJudged: 'alerts.chunk.judged',
  chunkWritten: 'alerts.chunk.written',
} as const
