import { PERSON_COOKIE } from '@mms/contracts'
import type { Context } from 'koa'
import type { Person } from './choose-build.ts'

/** The signed-in person as the shell notes it for `/areas.json` alone: a preload sends cookies and no token. */
export function readPerson(ctx: Pick<Context, 'cookies'>): Person | undefined {
  try {
    const [id, email = ''] = decodeURIComponent(ctx.cookies.get(PERSON_COOKIE) ?? '').split(' ')
    return id ? { id, email } : undefined
  } catch {
    return undefined
  }
}
