import { useRef } from 'react'

/** Keeps a save from beginning while one is under way: a double click saves once. */
export function useOnce(): (save: () => Promise<void>) => () => Promise<void> {
  const underWay = useRef(false)
  return (save) => async () => {
    if (underWay.current) return
    underWay.current = true
    await save().finally(() => {
      underWay.current = false
    })
  }
}
