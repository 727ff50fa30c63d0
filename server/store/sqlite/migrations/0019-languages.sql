-- The BCP 47 code of the language a person chose; null follows the browser, and English in mails and chats.
alter table users add column language text;
