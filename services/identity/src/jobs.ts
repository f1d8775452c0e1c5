import { createJobs, type JobsOptions } from '@mms/service-kit'

const PRUNE_EVERY_MS = 10 * 60_000

/** Removes what has expired, now and every ten minutes, in each replica; the answer ends it with the process. */
export function startPruning(prune: () => Promise<void>, options: JobsOptions): () => Promise<void> {
  const jobs = createJobs(options)
  jobs.start({ name: 'pruning', everyMs: PRUNE_EVERY_MS, run: prune })
  return jobs.stopped
}
