import { problem } from '@mms/service-kit'

/** A longer queue is a flood: refuse at once instead of answering late. */
const MOST_WAITING = 64

function busy(): Error {
  return problem.tooMany('auth.busy', 'Too many people sign in at this moment. Please try again', {
    headers: { 'Retry-After': '1' },
  })
}

/** Runs at most `concurrency` tasks at a time; urgent ones go first. */
export function createGate(concurrency: number) {
  const waiting: (() => void)[] = []
  let running = 0

  const enter = async (urgent: boolean) => {
    if (running < concurrency) {
      running += 1
      return
    }
    if (!urgent && waiting.length >= MOST_WAITING) throw busy()
    await new Promise<void>((resolve) => (urgent ? waiting.unshift(resolve) : waiting.push(resolve)))
  }

  const leave = () => {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }

  return {
    async run<T>(work: () => Promise<T>, urgent = false): Promise<T> {
      await enter(urgent)
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}
