import { testClipboards } from '../../../../../../test/support/web/clipboards/test-clipboards.ts'

testClipboards(
  'text',
  `
=== one address
--- text
https://example.com/a_b?c=d
--- expected
<https://example.com/a_b?c=d>
=== addresses on lines
--- text
https://example.com/a
https://example.com/b

www.example.org
--- expected
<https://example.com/a>

<https://example.com/b>

[www.example.org](https://www.example.org)
=== the address of an image
--- text
https://example.com/photo.jpg?w=200
--- expected
![](https://example.com/photo.jpg?w=200)
=== an e-mail address
--- text
ann@example.com
--- expected
<ann@example.com>
=== words with dots, which are no link
--- text
One.one and node.js
--- expected
One.one and node.js
=== an address in a sentence
--- text
See https://example.com/a, then go.
--- expected
See <https://example.com/a>, then go.
=== a link of the address bar
--- html
<a href="https://example.com/x">Example page</a>
--- text
https://example.com/x
--- expected
[Example page](https://example.com/x)
=== a terminal
--- text
\\e[32mann@host\\e[0m:~/app$ ls -la
total 8
drwxr-xr-x  2 ann ann 4096 .
--- expected
\`\`\`console
ann@host:~/app$ ls -la
total 8
drwxr-xr-x  2 ann ann 4096 .
\`\`\`
=== a terminal with a bare prompt
--- text
$ npm test
ok
--- expected
\`\`\`console
$ npm test
ok
\`\`\`
=== Python's prompt
--- text
>>> 1 + 1
2
--- expected
\`\`\`python
>>> 1 + 1
2
\`\`\`
=== a stack trace
--- text
TypeError: x is undefined
    at run (/app/a.js:1:2)
    at main (/app/b.js:3:4)
--- expected
\`\`\`
TypeError: x is undefined
    at run (/app/a.js:1:2)
    at main (/app/b.js:3:4)
\`\`\`
=== a drawn tree
--- text
src
├── a.ts
└── b.ts
--- expected
\`\`\`
src
├── a.ts
└── b.ts
\`\`\`
=== a difference
--- text
diff --git a/a.txt b/a.txt
index 1..2 100644
--- a/a.txt
+++ b/a.txt
@@ -1 +1 @@
-a
+b
--- expected
\`\`\`diff
diff --git a/a.txt b/a.txt
index 1..2 100644
--- a/a.txt
+++ b/a.txt
@@ -1 +1 @@
-a
+b
\`\`\`
=== Markdown of every kind
--- text
# A

Text with **bold**, \`code\` and [a link](https://example.com).

- one
  - two

1. a
2. b

> [!NOTE]
> Know

$$
x
$$
--- expected
# A

Text with **bold**, \`code\` and [a link](https://example.com).

- one
  - two

1. a
2. b

> [!NOTE]
> Know

$$
x
$$
=== plain lines
--- text
First line
Second line

Third - with a dash, 3 * 4 and a_b_c
--- expected
First line

Second line

Third - with a dash, 3 * 4 and a_b_c
=== line ends of Windows
--- text
- a
- b
--- expected
- a
- b
`,
)
