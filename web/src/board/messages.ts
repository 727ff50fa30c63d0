import { texts } from '../lib/texts.ts'

export const t = texts('board', {
  untitled: 'Untitled',
  emptyCard: 'Empty card',

  addColumn: 'Add column',
  newColumnTitle: 'Title of the new column',
  columnTitlePlaceholder: 'Column title',
  columnTitle: 'Column title',
  columnActions: 'Actions for {column}',
  moveColumn: 'Move column {column}',
  deleteColumn: 'Delete column',
  columnDeleted:
    '{count, plural, =0 {Column “{column}” deleted} one {Column “{column}” with # card deleted} other {Column “{column}” with # cards deleted}}',
  cardCount: '{count, plural, one {# card} other {# cards}}',

  addCard: 'Add card',
  addCardTo: 'Add card to {column}',
  newCardIn: 'New card in {column}',
  newCardPlaceholder: 'What needs to be done?',
  cardIn: 'Card in {column}',
  moveCard: 'Move card {card}',
  markDone: 'Done: {card}',
  hasMoreText: 'Has more text',
  deleteCard: 'Delete card',
  cardDeleted: '“{card}” deleted',
  emptyCardDeleted: 'Empty card deleted',
  done: 'Done',

  draggable: 'Draggable',
  dragInstructions:
    'Press Space to pick up. Then press the arrow keys to move, Space to drop, or Escape to cancel.',
  cardPickedUp:
    'Picked up card {card}. Press the arrow keys to move it, Space to drop it, or Escape to cancel.',
  columnPickedUp:
    'Picked up column {column}. Press the arrow keys to move it, Space to drop it, or Escape to cancel.',
  cardPosition: 'Position {position, number} of {count, number} in {column}.',
  cardDropped: 'Dropped card {card} at position {position, number} of {count, number} in {column}.',
  columnDropped: 'Dropped column {column}.',
  cardDragCancelled: 'Cancelled. Card {card} is back where it was.',
  columnDragCancelled: 'Cancelled. Column {column} is back where it was.',
})
