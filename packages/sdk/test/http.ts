import { beforeEach, expect, onTestFinished } from 'vitest'
import type { ApiError } from '../src/http/api-error.ts'
import { connectNotify, type Notice } from '../src/notices/notify.ts'
import { session } from '../src/session/session.ts'

export const failure = (call: Promise<unknown>): Promise<ApiError> =>
  call.then(
    () => expect.fail('the call should have failed'),
    (error) => error,
  )

/** Signs out before each test, and collects its notices. */
export function collectNotices(): Notice[] {
  const notices: Notice[] = []
  beforeEach(() => {
    session.end('here')
    notices.length = 0
    onTestFinished(connectNotify((notice) => notices.push(notice)))
  })
  return notices
}
