import { PERSON_COOKIE, SECURE_PERSON_COOKIE } from '@mms/contracts'
import type { Context } from 'koa'
import type { Person } from './choose-build.ts'

/** Reads a cookie, because a preload of `/areas.json` sends no token. */
export function readPerson(ctx: Pick<Context, 'cookies'>): Person | undefined {
  try {
    const person = ctx.cookies.get(SECURE_PERSON_COOKIE) ?? ctx.cookies.get(PERSON_COOKIE) ?? ''
    const [id, email = ''] = decodeURIComponent(person).split(' ')
    return id ? { id, email } : undefined
  } catch {
    return undefined
  }
}
