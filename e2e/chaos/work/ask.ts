interface Question {
  method: 'GET' | 'POST' | 'PUT'
  token?: string
  body?: object | undefined
  headers?: Record<string, string>
  signal: AbortSignal
}

export interface Received<T> {
  status: number
  headers: Headers
  body: T
}

/** Calls a service with JSON; undefined without an answer. */
export async function ask<T>(address: string, question: Question): Promise<Received<T> | undefined> {
  const { method, token, body, headers, signal } = question
  try {
    const response = await fetch(address, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
      signal,
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text && JSON.parse(text) }
  } catch {
    return undefined
  }
}
