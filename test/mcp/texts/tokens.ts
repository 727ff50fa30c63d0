export { encode } from 'gpt-tokenizer/encoding/o200k_base'
