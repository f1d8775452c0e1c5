import { createRandom, type Random } from '@mms/service-kit/random'
import type { CDPSession, Page } from '@playwright/test'

/** A key and its delay in ms. */
export interface Stroke {
  key: string
  after: number
}

/** The character code of a full stop is the key code of Delete. */
const codes: Record<string, number> = { Enter: 13, Escape: 27, Tab: 9, Backspace: 8, '.': 190 }

function paramsOf(key: string) {
  const isText = key.length === 1
  const text = key === 'Enter' ? '\r' : isText ? key : undefined
  const code =
    codes[key] ?? (/^F\d+$/.test(key) ? 111 + Number(key.slice(1)) : key.toUpperCase().charCodeAt(0))
  return { key, ...(text && { text, unmodifiedText: text }), windowsVirtualKeyCode: code }
}

/**
 * Types as hands do: each key at its own time, whether or not the page has dealt with the one before. The times are
 * written into the keys, so that a machine that is late sending them does not make a scanner look like a person; who
 * goes on with a code in a second call says when its keys begin.
 */
export async function typeStrokes(
  devtools: CDPSession,
  strokes: readonly Stroke[],
  begun = Date.now(),
): Promise<void> {
  const sent: Promise<unknown>[] = []
  let due = begun
  // A paused machine would split a scan, so it is sent once all its keys are due.
  const isScan = strokes.every(({ after }) => after < 40)
  const allDue = begun + strokes.reduce((sum, { after }) => sum + after, 0)
  for (const { key, after } of strokes) {
    due += after
    const wait = (isScan ? allDue : due) - Date.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    const params = { ...paramsOf(key), timestamp: due / 1_000 }
    sent.push(devtools.send('Input.dispatchKeyEvent', { type: 'keyDown', ...params }))
    sent.push(
      devtools.send('Input.dispatchKeyEvent', {
        ...paramsOf(key),
        type: 'keyUp',
        text: '',
        timestamp: (due + 4) / 1_000,
      }),
    )
  }
  await Promise.all(sent)
}

export function strokesOf(keys: readonly string[], gap: number, random: Random): Stroke[] {
  return keys.map((key) => ({ key, after: Math.round(gap * (0.67 + random.next() * 0.66)) }))
}

/** Types texts and named keys with about `gap` ms between keys. */
export type Keyboard = (gap: number, ...words: string[]) => Promise<void>

export async function connectKeyboard(page: Page): Promise<Keyboard> {
  const devtools = await page.context().newCDPSession(page)
  const random = createRandom(1)
  const keysOf = (word: string) => (/^(Enter|Tab|F\d+)$/.test(word) ? [word] : [...word])
  return (gap, ...words) => typeStrokes(devtools, strokesOf(words.flatMap(keysOf), gap, random))
}
