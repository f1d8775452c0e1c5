import { useRef } from 'react'

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
