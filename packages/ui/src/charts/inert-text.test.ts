import { describe, expect, it } from 'vitest'
import { inertText } from './inert-text.ts'

/** What a browser makes of the text in `innerHTML`, as the library's legend and tooltip use it. */
function asMarkup(text: string): HTMLElement {
  const host = document.createElement('div')
  host.innerHTML = inertText(text)
  return host
}

const readable = (text: string | null) => text?.replaceAll('\u2060', '')

describe('inertText', () => {
  it.each([
    '<img src=x onerror=alert(1)>',
    '</div><script>alert(1)</script>',
    '<!-- x --><svg/onload=alert(1)>',
    '&lt;img src=x onerror=alert(1)&gt;',
    '&#60;b&#62;',
    '<<b>>',
    '<?xml?>',
  ])('makes no element of %s and shows it as it was written', (text) => {
    const host = asMarkup(text)
    expect(host.childNodes).toHaveLength(1)
    expect(host.firstChild?.nodeType).toBe(Node.TEXT_NODE)
    expect(readable(host.textContent)).toBe(text)
  })

  it('stays inert when what a first parse showed is parsed again', () => {
    const twice = document.createElement('div')
    twice.innerHTML = asMarkup('&lt;img src=x onerror=alert(1)&gt;').textContent ?? ''
    expect(twice.querySelector('img')).toBeNull()
  })

  it('cannot end an attribute', () => {
    const host = document.createElement('div')
    const text = inertText(`" onclick="alert(1)' onclick='alert(2)\` x`)
    host.innerHTML = `<i a="${text}" b='${text}'></i>`
    expect(host.firstElementChild?.getAttributeNames()).toEqual(['a', 'b'])
  })

  it('leaves ordinary names alone', () => {
    expect(inertText('Vitamin D3 60,000 IU (4 × 1 g)')).toBe('Vitamin D3 60,000 IU (4 × 1 g)')
  })
})
