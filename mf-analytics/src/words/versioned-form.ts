export const before = 'Before'
export const after = 'After'
export const changedBy = 'Changed by'
export const when = 'When'
