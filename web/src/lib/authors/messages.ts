import { texts } from '../texts.ts'

export const t = texts('authors', {
  agent: '{client} for {person}',
  unnamedAgent: 'Program for {person}',
  claim: 'The program chose the name “{client}”. Quire has not verified it.',
})
