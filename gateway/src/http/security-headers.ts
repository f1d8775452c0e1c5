import type { Middleware } from 'koa'

const ALWAYS: readonly [string, string][] = [
  ['X-Content-Type-Options', 'nosniff'],
  ['Referrer-Policy', 'same-origin'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
]

/** `styleNonce` allows emotion's style elements. `developmentServer` may serve one area's code and its reload socket. */
export function contentSecurityPolicyOf(styleNonce?: string, developmentServer?: string): string {
  const scripts = developmentServer === undefined ? '' : ` ${developmentServer}`
  const connections = `${scripts}${scripts.replace(' http', ' ws')}`
  return [
    "default-src 'self'",
    `script-src 'self'${scripts}`,
    `style-src 'self'${styleNonce ? ` 'nonce-${styleNonce}'` : ''}`,
    "img-src 'self' data:",
    `connect-src 'self'${connections}`,
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join('; ')
}

export function setSecurityHeaders(publicOrigin: string | undefined): Middleware {
  const headers = publicOrigin?.startsWith('https:')
    ? [...ALWAYS, ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'] as const]
    : ALWAYS
  return (ctx, next) => {
    for (const [name, value] of headers) ctx.res.setHeader(name, value)
    return next()
  }
}
